import { Fragment, type ComponentProps, type ReactNode } from 'react'

/** A sentence with elements in it, in the order of its language: `rich(m.resolved_by, { name: <Name>…</Name> })`.
 *  @param say the sentence; its inputs stand for the elements
 *  @param wrap puts an element around each text in between */
export function rich<Name extends string>(
  say: (inputs: Record<Name, string>) => string,
  elements: Record<Name, ReactNode>,
  wrap?: (text: string) => ReactNode,
): ReactNode
export function rich(
  say: (inputs: Record<string, string>) => string,
  elements: Record<string, ReactNode>,
  wrap: (text: string) => ReactNode = (text) => text,
): ReactNode {
  const inputs = Object.fromEntries(Object.keys(elements).map((name) => [name, `\0${name}\0`]))
  // Text, name of an element, text and so on.
  return say(inputs)
    .split('\0')
    .map((piece, at) => (
      // oxlint-disable-next-line react/no-array-index-key -- The pieces of a sentence have an order.
      <Fragment key={at}>{at % 2 === 1 ? elements[piece] : piece !== '' && wrap(piece)}</Fragment>
    ))
}

/** A name that a person has chosen. It is not translated, and has its own direction. */
export function Name(props: ComponentProps<'bdi'>) {
  return <bdi translate="no" dir="auto" {...props} />
}

/** For `wrap` of `rich`: an element of its own for each text. */
export function inSpan(text: string): ReactNode {
  return <span>{text}</span>
}

/** For `wrap` of `rich`: text that only screen readers say. */
export function spokenOnly(text: string): ReactNode {
  return <span className="sr-only">{text}</span>
}

/** Text beside an element that is cut off where the line ends: for `wrap` of `rich`. */
export function uncut(text: string): ReactNode {
  return <span className="flex-none whitespace-pre">{text}</span>
}
