import { renderScript } from '../../base/html/layout';
import { html } from '../../base/html/markup';
import type { Markup } from '../../base/html/markup';
import { addressOf } from '../account-navigation';
import type { SignedInVisit } from './visit';

/** What is wrong with a form that was sent, and with which of its fields. */
export interface FormProblem<Field extends string = string> {
  readonly field: Field;
  readonly message: string;
}

interface FormField {
  readonly name: string;
  readonly label: string;
  readonly type?: 'date' | 'email' | 'password';
  /** Off if absent. */
  readonly autocomplete?: string;
  /** As typed before; a password is typed again. */
  readonly value?: string;
  /** Whether it has the focus also where nothing is wrong with it. */
  readonly isFocused?: boolean;
  /** True if absent. */
  readonly isRequired?: boolean;
}

/** A field with its label. Where the problem is with it, it is announced as wrong and has the focus. */
export function renderField(field: FormField, problem: FormProblem | undefined): Markup {
  const { name, label, type, autocomplete = 'off', value } = field;
  const { isFocused = false, isRequired = true } = field;
  const isWrong = problem?.field === name;
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      ${type && html`type="${type}"`}
      autocomplete="${autocomplete}"
      ${value === undefined ? undefined : html`value="${value}"`}
      ${isRequired ? html`required` : undefined}
      ${isWrong ? html`aria-invalid="true" aria-describedby="problem"` : undefined}
      ${isWrong || isFocused ? html`autofocus` : undefined}
    />
  </div>`;
}

interface TextArea {
  readonly name: string;
  readonly label: string;
  /** As typed before. */
  readonly value: string;
  /** What to write, below it. */
  readonly help?: string;
}

/** A field of several lines with its label. Where the problem is with it, it is announced as wrong and has the focus. */
export function renderTextArea(
  { name, label, value, help }: TextArea,
  problem: FormProblem | undefined,
): Markup {
  const isWrong = problem?.field === name;
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <textarea
      id="${name}"
      name="${name}"
      rows="6"
      spellcheck="false"
      ${isWrong ? html`aria-invalid="true" aria-describedby="problem" autofocus` : undefined}
    >
${value}</textarea>
    ${help && html`<p class="subtle">${help}</p>`}
  </div>`;
}

interface Choice {
  readonly name: string;
  /** Where it isn't the name. */
  readonly id?: string;
  /** Shown above it; without one, `accessibleName` is what is read out. */
  readonly label?: string;
  readonly accessibleName?: string;
  /** What to know before choosing, below it. */
  readonly help?: string;
  readonly options: readonly { readonly value: string; readonly name: string }[];
  readonly value: string;
}

export function renderSelect(choice: Choice): Markup {
  const { name, id = name, label, accessibleName, help, options, value } = choice;
  return html`<div class="field">
    ${label && html`<label for="${id}">${label}</label>`}
    <select
      ${label === undefined ? html`aria-label="${accessibleName}"` : html`id="${id}"`}
      name="${name}"
      ${help && html`aria-describedby="${id}-help"`}
    >
      ${options.map(({ value: each, name: text }) => {
        const isSelected = each === value ? html`selected` : undefined;
        return html`<option value="${each}" ${isSelected}>${text}</option>`;
      })}
    </select>
    ${help && html`<p class="subtle" id="${id}-help">${help}</p>`}
  </div>`;
}

/** Says what is wrong with the form, above its fields. */
export function renderProblem(problem: FormProblem | undefined): Markup | undefined {
  return problem && html`<p class="problem" role="alert" id="problem">${problem.message}</p>`;
}

/** What is sent along with a form, unseen; nothing for what is undefined. */
export function renderHiddenFields(fields: Readonly<Record<string, string | undefined>>): Markup {
  const inputs = Object.entries(fields).map(([name, value]) =>
    value === undefined ? html`` : html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  return html`${inputs}`;
}

interface Sending {
  /** What is sent besides the fields, unseen. */
  readonly hidden?: Readonly<Record<string, string | undefined>>;
  /** What the page is asked to do, where it can be asked for several things. */
  readonly intent?: string;
  /** Of the button. */
  readonly label: string;
  readonly kind?: 'primary' | 'danger';
}

interface Form extends Sending {
  readonly problem?: FormProblem | undefined;
  /** Whether there is a way back to the page without a change. */
  readonly cancels?: boolean;
}

/** A form of a page of the account, which is sent to the page itself. */
export function renderForm(visit: SignedInVisit, form: Form, fields: Markup = html``): Markup {
  const address = addressOf(visit);
  return html`<form method="post" action="${address}" novalidate>
    ${renderHidden(visit, form)} ${renderProblem(form.problem)} ${fields}
    <div class="actions">
      ${renderSubmit(form)}
      ${form.cancels === true ? html`<a class="button" href="${address}">Cancel</a>` : undefined}
    </div>
  </form>`;
}

/**
 * A form that is only a button.
 * @param accessibleName what the button is about, too
 */
export function renderButton(
  visit: SignedInVisit,
  sending: Sending,
  accessibleName: string,
  fields: Markup = html``,
): Markup {
  return html`<form
    ${fields.text === '' ? undefined : html`class="row"`}
    method="post"
    action="${addressOf(visit)}"
  >
    ${renderHidden(visit, sending)} ${fields} ${renderSubmit(sending, accessibleName)}
  </form>`;
}

/** With the fields that each form of a page of the account has. */
function renderHidden({ formKey, workspace }: SignedInVisit, { hidden }: Sending): Markup {
  return renderHiddenFields({ formKey, workspace: workspace?.id, ...hidden });
}

function renderSubmit({ kind, intent, label }: Sending, accessibleName?: string): Markup {
  return html`<button
    ${kind && html`class="${kind}"`}
    type="submit"
    ${intent && html`name="intent" value="${intent}"`}
    ${accessibleName && html`aria-label="${accessibleName}"`}
  >
    ${label}
  </button>`;
}

/** Says what was done. The focus is there: what had it may be gone. */
export function renderDone(message: string | Markup): Markup {
  return html`<p class="notice" role="status" tabindex="-1" autofocus>${message}</p>`;
}

/** Says what was refused above a list, as there is no room in it. The focus is there: the page can be long. */
export function renderRefusal(problem: string): Markup {
  return html`<p class="problem" role="alert" tabindex="-1" autofocus>${problem}</p>`;
}

/** A text that is shown this once, with a button that copies it; it needs {@link copyScript}. */
export function renderCopyBox(label: string, value: string): Markup {
  const field = value.includes('\n')
    ? html`<textarea id="token" aria-label="${label}" rows="6" readonly autofocus>
${value}</textarea>`
    : html`<input id="token" aria-label="${label}" value="${value}" readonly autofocus />`;
  return html`<div class="copy">
      ${field}
      <button id="copy" type="button" hidden>Copy</button>
    </div>
    ${renderScript(copyScript)}`;
}

/** Shows the button. Without it the text is copied by hand. */
export const copyScript = `
const button = document.getElementById('copy');
button.hidden = false;
button.addEventListener('click', async () => {
  const field = document.getElementById('token');
  field.select();
  await navigator.clipboard.writeText(field.value);
  button.textContent = 'Copied';
});
`;
