/**
 * Tabs of one browser profile, for tests without a browser: its locks, its channel, its storage; tabs that are hidden, frozen
 * or killed. The relay is a real one.
 * @module
 */
import assert from "node:assert/strict";
import { type Env, systemEnv } from "../../../../base/env.ts";
import { silentLogger } from "../../../../base/log.ts";
import { loadConnect } from "../../../../server/pacerelle/connect.ts";
import { PUBLISHED } from "../../../../service/pacerelle/connect/server_start.ts";
import type { CommandInput, CommandName, CommandValue } from "../../../../web/pacerelle/app/api.ts";
import type { AppState } from "../../../../web/pacerelle/app/state_types.ts";
import { TabApp } from "../../../../web/pacerelle/app/tab_app.ts";
import type { TabChannel, TabMessage } from "../../../../web/pacerelle/app/tabs/messages.ts";
import { eraseDevice, openDevice } from "../../../../web/pacerelle/store/open_device.ts";
import { until } from "../../../until.ts";
import { FakeLock } from "../../kit/fake_lock.ts";
import { FakeBrowser } from "../store/fake_browser.ts";

const connect = await loadConnect();

/** One browser profile. */
export class FakeProfile implements AsyncDisposable {
  readonly browser = new FakeBrowser();
  readonly lock = new FakeLock();
  readonly tabs: FakeTab[] = [];
  relay: string;

  constructor(relay: string) {
    this.relay = relay;
  }

  open(): FakeTab {
    const tab = new FakeTab(this);
    this.tabs.push(tab);
    return tab;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const tab of [...this.tabs].reverse()) await tab.close();
  }
}

/** One tab. */
export class FakeTab {
  readonly #profile: FakeProfile;
  readonly #waiting: (() => void)[] = [];
  readonly app: TabApp;
  #channel: TabChannel | undefined;
  #isFrozen = false;
  #isGone = false;
  isVisible = true;
  /** What it says reaches no other tab. */
  isMute = false;
  /** How far this tab's clock is off. */
  clockOffMs = 0;

  constructor(profile: FakeProfile) {
    this.#profile = profile;
    const { browser, lock } = profile;
    const env: Env = {
      ...systemEnv,
      now: () => systemEnv.now() + this.clockOffMs,
      sleep: async (ms, signal) => {
        await systemEnv.sleep(ms, signal);
        await new Promise<void>((resolve) => this.later(resolve));
      },
    };
    this.app = new TabApp({
      env,
      locks: lock.for(this),
      name: "pacerelle",
      channel: () => this.#join(),
      isVisible: () => this.isVisible,
      onShown: () => () => {},
      onNetwork: () => () => {},
      storage: undefined,
      prepare: () => Promise.resolve(),
      device: {
        env,
        log: silentLogger,
        connect,
        client: "test 1",
        relay: profile.relay,
        start: PUBLISHED,
        open: (options) =>
          openDevice({ env, factory: browser.factory, marker: browser.marker, hasVault: true, ...options }),
        erase: () => eraseDevice(browser),
      },
    });
  }

  get state(): AppState {
    return this.app.state;
  }

  /** Does something once this tab runs. */
  later(work: () => void): void {
    if (this.#isGone) return;
    if (this.#isFrozen) this.#waiting.push(work);
    else work();
  }

  freeze(): void {
    this.#isFrozen = true;
  }

  /** Wakes: what has waited is done in order, each a task of its own, as in a browser. */
  thaw(): void {
    this.#isFrozen = false;
    for (const work of this.#waiting.splice(0)) setTimeout(work, 0);
  }

  /** Gone at once, without a word. What it was writing is written or not. */
  kill(): void {
    this.#isFrozen = true;
    this.#isGone = true;
    this.#waiting.length = 0;
    this.#profile.lock.drop(this);
  }

  async close(): Promise<void> {
    if (this.#isFrozen && !this.#isGone) this.thaw();
    this.#isFrozen = false;
    this.#isGone = false;
    await this.app.close();
    this.#isGone = true;
  }

  async until(holds: (state: AppState) => boolean, what = "the state"): Promise<AppState> {
    await until(() => holds(this.state), () => [what, this.state]);
    return this.state;
  }

  /** Runs a command that must be done. */
  async done<Name extends CommandName>(name: Name, input: CommandInput<Name>): Promise<CommandValue<Name>> {
    const outcome = await this.app.run(name, input);
    if (!outcome.ok) throw new Error(`${name}: ${JSON.stringify(outcome.refusal)}`);
    return outcome.value;
  }

  /**
   * Signs up or logs in at a relay that hashes passwords in earnest: one that is busy may not answer in time, and then the
   * person does it again, as the same device.
   */
  async enter<Name extends "signUp" | "logIn">(
    name: Name,
    input: CommandInput<Name>,
  ): Promise<CommandValue<Name>> {
    let outcome = await this.app.run(name, input);
    await until(async () => {
      if (outcome.ok || outcome.refusal.code !== "OFFLINE") return true;
      outcome = await this.app.run(name, input);
      return false;
    }, () => outcome);
    if (!outcome.ok) throw new Error(`${name}: ${JSON.stringify(outcome.refusal)}`);
    return outcome.value;
  }

  /** Runs a command that must be refused; answers the code. */
  async refused<Name extends CommandName>(name: Name, input: CommandInput<Name>): Promise<string> {
    const outcome = await this.app.run(name, input);
    assert.equal(outcome.ok, false, `${name} was done`);
    return outcome.ok ? "" : outcome.refusal.code;
  }

  #join(): TabChannel {
    const channel: TabChannel = {
      onmessage: null,
      postMessage: (message) => {
        if (this.#isGone || this.isMute) return;
        // As the browser copies it: what cannot be cloned fails here too.
        const copy = structuredClone(message) as TabMessage;
        for (const { tab, port } of this.#others()) {
          setTimeout(() => tab.later(() => port.onmessage?.({ data: copy })), 0);
        }
      },
      close: () => this.#channel = undefined,
    };
    return this.#channel = channel;
  }

  #others(): { tab: FakeTab; port: TabChannel }[] {
    return this.#profile.tabs.flatMap((tab) =>
      tab !== this && tab.#channel ? [{ tab, port: tab.#channel }] : []
    );
  }
}

/** Credentials for a device of that name. */
export const given = (deviceName: string) => ({
  email: "ada@example.org",
  password: "une phrase bien assez longue",
  deviceName,
});
