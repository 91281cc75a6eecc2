/**
 * What the routes of accounts and administration take: bounds at the edge, so that nothing long gets further. The service
 * words what is wrong with a value that fits.
 * @module
 */
import * as z from "zod";
import { text } from "../../../../tools/messagerie/fields.ts";
import { MAX_NAME, MAX_PASSWORD } from "../../../../service/messagerie/limits.ts";

/** Longest login that is looked at. */
const MAX_LOGIN = 100;
/** A secret of 43 characters, with room for what a person pastes around it. */
const MAX_SECRET = 200;

export const login = text("", MAX_LOGIN, 1);
export const personName = text("", MAX_NAME, 1);
/** Not trimmed: blanks belong to a password. Checked in full by the service where one is chosen. */
export const password = z.string().min(1).max(2 * MAX_PASSWORD);
export const secret = z.string().min(1).max(MAX_SECRET);
export const role = z.enum(["agent", "supervisor"]);
export const inboxIds = z.array(z.guid()).max(1_000);
