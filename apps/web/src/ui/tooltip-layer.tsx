import { flip, offset, shift, useFloating } from '@floating-ui/react-dom'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import './overlays.css'

const delayMs = 500
/** A pressed button changes its label, and the pointer on it would open its tooltip again. */
const hasTooltip = '[data-tooltip]:not([data-pending])'

/** One tooltip for the whole page, also for dialogs and notes. It shows the `data-tooltip` of the element under the pointer or with
 *  keyboard focus. Screen readers have the same text as the button's name, so it is hidden from them. Esc
 *  closes it. */
export function TooltipLayer() {
  const [target, setTarget] = useState<Element | null>(null)
  const { refs, floatingStyles } = useFloating({
    placement: 'bottom',
    strategy: 'fixed',
    elements: { reference: target },
    middleware: [offset(6), flip(), shift({ padding: 8 })],
  })
  const { setFloating } = refs
  useEffect(() => watchTargets(setTarget), [])

  const text = target?.getAttribute('data-tooltip')
  if (!target?.isConnected || !text) return null
  return createPortal(
    <div ref={setFloating} aria-hidden className="tooltip" style={floatingStyles}>
      {text}
    </div>,
    document.body,
  )
}

function watchTargets(onTarget: (target: Element | null) => void): () => void {
  const controller = new AbortController()
  const options = { signal: controller.signal, capture: true, passive: true }
  let timer: ReturnType<typeof setTimeout> | undefined
  const show = (target: Element | null, afterMs: number) => {
    clearTimeout(timer)
    if (target === null) onTarget(null)
    else timer = setTimeout(() => onTarget(target), afterMs)
  }
  const hide = () => show(null, 0)

  document.addEventListener(
    'pointerover',
    ({ target, pointerType }) => {
      // A finger cannot point without pressing, and may rest where the tooltip would be.
      if (pointerType === 'touch' || !(target instanceof Element) || target.closest('.tooltip')) return
      show(target.closest(hasTooltip), delayMs)
    },
    options,
  )
  document.addEventListener(
    'focusin',
    ({ target }) => {
      const focused = target instanceof Element && target.matches(':focus-visible') ? target : null
      show(focused?.closest('[data-tooltip]') ?? null, 0)
    },
    options,
  )
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && hide(), options)
  for (const type of ['pointerdown', 'scroll', 'focusout'] as const)
    document.addEventListener(type, hide, options)
  return () => {
    clearTimeout(timer)
    controller.abort()
  }
}
