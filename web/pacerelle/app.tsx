/**
 * Which page is seen: by where the device stands first, then by the address.
 * @module
 */
import { Toasts } from "../kit/toasts.tsx";
import { kitWords } from "../kit/kit_words.ts";
import { isSigningInAgain } from "./account/sign_in_again.ts";
import { SignInPage } from "./account/sign_in_page.tsx";
import { Frame } from "./frame/frame.tsx";
import { lazily } from "./frame/lazy.tsx";
import { OpeningPage } from "./frame/opening_page.tsx";
import { StorageFaultPage } from "./frame/storage_fault_page.tsx";
import { phase } from "./state.ts";

const WaitingPage = lazily(async () => (await import("./frame/other_places.ts")).WaitingPage);

/** The app. */
export function App() {
  return (
    <>
      <Page />
      <Toasts closeLabel={kitWords.value.close} />
    </>
  );
}

function Page() {
  switch (phase.value) {
    case "opening":
      return <OpeningPage />;
    case "signed-out":
      return <SignInPage />;
    case "unusable":
      return <StorageFaultPage />;
    case "waiting":
      return <WaitingPage />;
    case "removed":
    case "ready":
      return isSigningInAgain.value
        ? <SignInPage onBack={() => isSigningInAgain.value = false} />
        : <Frame />;
  }
}
