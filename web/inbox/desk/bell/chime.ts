/**
 * A short sound of two notes, made by the browser itself: no file is fetched.
 * @module
 */

let context: AudioContext | undefined;

/** Hertz, and when each begins in seconds. */
const NOTES = [[659.25, 0], [880, 0.14]] as const;

/** Plays it. A browser that lets no page sound before a person pressed something stays silent. */
export function chime(): void {
  try {
    context ??= new AudioContext();
    void context.resume();
    for (const [pitch, at] of NOTES) {
      const start = context.currentTime + at;
      const tone = new OscillatorNode(context, { type: "sine", frequency: pitch });
      const loudness = new GainNode(context, { gain: 0 });
      loudness.gain.setValueAtTime(0, start);
      loudness.gain.linearRampToValueAtTime(0.18, start + 0.015);
      loudness.gain.exponentialRampToValueAtTime(0.0001, start + 0.5);
      tone.connect(loudness).connect(context.destination);
      tone.start(start);
      tone.stop(start + 0.55);
    }
  } catch {
    // Without a sound device there is no sound.
  }
}
