import { useContext, useEffect, useRef, type KeyboardEvent, type RefObject } from 'react';
import { IconButton } from '@atlaskit/button/new';
import CheckMarkIcon from '@atlaskit/icon/core/check-mark';
import CrossIcon from '@atlaskit/icon/core/cross';
import * as z from 'zod';
import type { ForgeNode } from '../host/forge-document';
import { call, callback, type Callback, children, component, knownProps } from './component';
import { FieldPlaceContext, type EditorPlace } from './field-place';

const customFieldEditProps = knownProps({
  onSubmit: callback,
  hideActionButtons: z.boolean().optional(),
  disableSubmitOnEnter: z.boolean().optional(),
  disableSubmitOnBlur: z.boolean().optional(),
});

type CustomFieldEditProps = z.output<typeof customFieldEditProps>;

/** Adds inline editing to an app's field editor, by the rules of the place it renders in. */
function CustomFieldEdit({ props, node }: { props: CustomFieldEditProps; node: ForgeNode }) {
  const place = useContext(FieldPlaceContext);
  const editorRef = useRef<HTMLDivElement>(null);
  const submit = () => submitTo(props.onSubmit, place);
  const leaving = useLeaving(props.disableSubmitOnBlur === true ? undefined : submit);
  useFirstFocus(editorRef, place?.kind === 'issue-view');
  const hasButtons = place?.kind === 'issue-view' && props.hideActionButtons !== true;
  return (
    <div
      ref={editorRef}
      className="custom-field-edit"
      data-testid="custom-field-edit"
      tabIndex={-1}
      onFocus={() => leaving.forget()}
      onBlur={() => leaving.onBlur()}
      onKeyDownCapture={(event) => {
        if (isMenuOpen(event)) return;
        onEditorKey(event, { props, place, submit, forget: () => leaving.forget() });
      }}
    >
      {children(node)}
      {hasButtons && (
        <EditButtons
          onConfirm={submit}
          onCancel={() => {
            leaving.forget();
            place.cancel();
          }}
        />
      )}
    </div>
  );
}

function submitTo(onSubmit: Callback | undefined, place: EditorPlace | undefined): void {
  const work = call(onSubmit);
  if (place?.kind === 'form' && isThenable(work)) void place.activity.track(Promise.resolve(work));
}

function isThenable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'then' in value;
}

interface EditorKeys {
  props: CustomFieldEditProps;
  place: EditorPlace | undefined;
  submit: () => void;
  forget: () => void;
}

/** Enter submits and Escape cancels an inline edit; in a form, Enter doesn't submit the form. */
function onEditorKey(event: KeyboardEvent, { props, place, submit, forget }: EditorKeys): void {
  if (event.key === 'Escape' && place?.kind === 'issue-view') {
    event.stopPropagation();
    forget();
    place.cancel();
    return;
  }
  const isField = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox';
  if (event.key !== 'Enter' || !isField || event.nativeEvent.isComposing) return;
  event.preventDefault();
  if (place?.kind === 'issue-view' && props.disableSubmitOnEnter !== true) submit();
}

/** While a menu is open, Enter picks from it and Escape closes it. */
function isMenuOpen({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.getAttribute('aria-expanded') === 'true';
}

/**
 * Tells when the person leaves the editor. Menus and dialogs of the editor are drawn elsewhere in
 * the page but belong to it, and their focus events arrive here; a change to another browser tab doesn't count.
 */
function useLeaving(onLeave: (() => void) | undefined) {
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const latest = useRef(onLeave);
  useEffect(() => {
    latest.current = onLeave;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  const forget = () => clearTimeout(timer.current);
  return {
    forget,
    onBlur() {
      forget();
      timer.current = setTimeout(() => {
        if (document.hasFocus()) latest.current?.();
      });
    },
  };
}

/** Puts the focus into an inline edit as soon as there is something to type in. */
function useFirstFocus(editorRef: RefObject<HTMLElement | null>, isWanted: boolean): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (!isWanted || isDone.current) return;
    const editor = editorRef.current;
    const input = editor?.querySelector<HTMLElement>('input:enabled, textarea:enabled');
    if (!editor || !input) return;
    isDone.current = true;
    if (!editor.contains(document.activeElement)) input.focus();
  });
}

function EditButtons({ onConfirm, onCancel }: { onConfirm: () => void; onCancel: () => void }) {
  return (
    <div className="edit-buttons">
      <IconButton icon={CheckMarkIcon} label="Confirm" shape="default" onClick={onConfirm} />
      <IconButton icon={CrossIcon} label="Cancel" shape="default" onClick={onCancel} />
    </div>
  );
}

export const customFieldComponents = {
  CustomFieldEdit: component(customFieldEditProps, CustomFieldEdit),
};
