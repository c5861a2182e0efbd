import { expect, it } from 'vitest'
import { withoutSideEffects } from './shake-router.ts'

const ROUTER = `var Link = React10.forwardRef(
  function LinkWithRef() {}
);
Link.displayName = "Link";
var Boundary = class extends React2.Component {
  render() {}
};
Boundary.contextType = RSCRouterContext;
`

it('leaves nothing that the build would have to keep for what it does by itself', () =>
  expect(withoutSideEffects(ROUTER)).toBe(`var Link = /* @__PURE__ */ React10.forwardRef(
  function LinkWithRef() {}
);
var Boundary = class extends React2.Component {
  static contextType = RSCRouterContext;
  render() {}
};
`))

it.each(['React10.forwardRef', 'Link.displayName', 'Boundary.contextType', 'class extends'])(
  'says so when there is no %s any more',
  (part) => expect(() => withoutSideEffects(ROUTER.replace(part, 'other'))).toThrow('any more'),
)
