/**
 * What a prompt is: a text that a host offers to its user by name. Data to the protocol dispatcher, as tools are.
 * @module
 */

/** One prompt, without arguments. */
export interface Prompt {
  /** Wire name, snake_case. */
  readonly name: string;
  /** A short title for people. */
  readonly title: string;
  readonly description: string;
  /** What is said to the assistant, as the user. */
  readonly text: string;
}
