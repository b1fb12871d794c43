interface InkProps {
  /** In pixels of the image. */
  readonly path: string
  /** Dashed, because the place is a guess. */
  readonly isGuess?: boolean
}

/** The strokes of a comment, inside an SVG of the design. */
export function Ink({ path, isGuess = false }: InkProps) {
  return (
    <g>
      <path className="ink" d={path} data-guess={isGuess || undefined} />
      <path className="ink" d={path} data-guess={isGuess || undefined} />
    </g>
  )
}
