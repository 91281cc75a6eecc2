/**
 * The prompt that starts or resumes the loop (contract: pacerelle §1).
 * @module
 */
import type { Prompt } from "../prompt.ts";

/** Offered by hosts to their user. */
export const startPacerellePrompt: Prompt = Object.freeze({
  name: "start_pacerelle",
  title: "Écouter Pacerelle",
  description: "Lance ou reprend l’écoute de la boîte de réception Pacerelle.",
  text: `Occupe-toi de ma boîte Pacerelle, en reprenant là où le travail en était.

1. Appelle get_status et suis ce que dit « next ».
2. Appelle get_checkpoints : ce sont les notes d’une session précédente, reprends d’abord ce qu’elles décrivent.
3. Appelle wait_for_messages sans cursor, puis pour chaque demande :
   - fais ce qui est demandé si les règles de cette session le permettent ; sinon réponds que tu ne peux pas, et pourquoi ;
   - réponds par send_message, ou send_widget pour poser une question, avec l’id de la demande comme sourceMessageId ;
   - une fois le travail fini et la réponse partie, appelle mark_processed.
4. Recommence wait_for_messages tant que la session le permet. Une réponse vide est normale.

Avant toute interruption, appelle save_checkpoint pour chaque demande commencée. Si un envoi est incertain, regarde get_history avant de répéter une action importante. Et si tu dois cesser d’écouter, dis-le-moi ici.`,
});
