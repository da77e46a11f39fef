import type { Markup } from '../../base/html/markup';
import { html } from '../../base/html/markup';

/** Something of an account that a form takes away. */
export interface Removal {
  /** Where the form is sent. */
  readonly action: string;
  readonly formKey: string;
  readonly id: string;
  /** Sent along where it is about a workspace. */
  readonly workspaceId?: string;
  readonly intent: string;
  readonly verb: string;
  readonly name: string;
  readonly consequence: string;
}

/** Asks once more before anything is gone, without a script. */
export function renderRemoval(removal: Removal): Markup {
  const { action, formKey, id, workspaceId, intent, verb, name, consequence } = removal;
  return html`<details>
    <summary aria-label="${verb} ${name}">${verb}</summary>
    <form method="post" action="${action}">
      <input type="hidden" name="formKey" value="${formKey}" />
      <input type="hidden" name="id" value="${id}" />
      ${workspaceId && html`<input type="hidden" name="workspace" value="${workspaceId}" />`}
      <p>${verb} ${name}? ${consequence}</p>
      <button class="danger" type="submit" name="intent" value="${intent}">
        Yes, ${verb.toLowerCase()}
      </button>
    </form>
  </details>`;
}

/** Says what is gone. The focus is there: what had it is gone as well. */
export function renderRemoved(message: string): Markup {
  return html`<p class="notice" role="status" tabindex="-1" autofocus>${message}</p>`;
}
