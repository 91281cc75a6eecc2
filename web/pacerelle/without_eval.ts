/**
 * Under the page's policy no code is made from text. Where zod looks whether it could, the browser reports it: told before any
 * schema is made, it does not look. The entry
 * imports this before anything else.
 * @module
 */
import * as z from "zod/mini";

z.config({ jitless: true });
