/**
 * Where the person is, as the address says.
 * @module
 */
import { computed, type ReadonlySignal } from "@preact/signals";
import { address } from "../../kit/router.ts";
import { type Place, placeOf } from "./place.ts";

/** Where the person is now. */
export const place: ReadonlySignal<Place> = computed(() => placeOf(address.value));
