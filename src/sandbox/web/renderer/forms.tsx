import { call, callback } from './callbacks';
import { children, component, knownProps } from './component';

export const formComponents = {
  Form: component(knownProps({ onSubmit: callback }), ({ props, node }) => (
    <form
      noValidate
      data-testid={props.testId}
      onSubmit={(event) => {
        event.preventDefault();
        // A form of an app inside a form of the page is submitted alone.
        event.stopPropagation();
        call(props.onSubmit);
      }}
    >
      {children(node)}
    </form>
  )),
};
