/**
 * The pages for whoever is not signed in: signing in, first steps, invitations, a new password.
 * @module
 */
import { address } from "../../kit/router.ts";
import { InvitationPage, ResetPage } from "./choose_password.tsx";
import { SetUpPage } from "./set_up.tsx";
import { SignInPage } from "./sign_in.tsx";

/** The page of the address. */
export function Area() {
  switch (address.value.split("?")[0]) {
    case "/premiers-pas":
      return <SetUpPage />;
    case "/invitation":
      return <InvitationPage />;
    case "/nouveau-mot-de-passe":
    case "/mot-de-passe":
      return <ResetPage />;
    default:
      return <SignInPage />;
  }
}
