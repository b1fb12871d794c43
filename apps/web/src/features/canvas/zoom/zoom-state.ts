import type { NaturalSize } from '@pinmark/shared/coordinates'
import { createViewStore } from './view-store'
import { layoutOf, scaleOf, scrollFor, zoomAbout, type Anchor, type Fit, type View, type Zoom } from './zoom'

interface State {
  natural: NaturalSize
  /** Null until the frame is measured. */
  view: View | null
  zoom: Zoom
  /** The pixel that must keep its position until the new layout is drawn and scrolled. */
  pending: Anchor | null
}

/** The zoom of one design in its frame, and the layout that follows from both. */
export function createZoomState(natural: NaturalSize) {
  const state: State = { natural, view: null, zoom: { fit: 'width' }, pending: null }
  const shown = createViewStore()

  function publish(): void {
    const { view, zoom, pending } = state
    const layout = view && layoutOf(zoom, view, state.natural)
    const scroll = pending && layout && scrollFor(pending, layout, state.natural)
    shown.set({ layout, fit: 'fit' in zoom ? zoom.fit : null, scroll })
  }

  function apply(zoom: Zoom, anchor: Anchor | null): void {
    state.zoom = zoom
    state.pending = anchor
    publish()
  }

  return {
    shown,
    /** The present values. They may be ahead of what is drawn. */
    now: state as Readonly<State>,
    scale: () => (state.view ? scaleOf(state.zoom, state.view, state.natural) : 1),
    setNatural: (size: NaturalSize) => {
      state.natural = size
      publish()
    },
    resize: (view: View, anchor: Anchor | null) => {
      state.view = view
      const { zoom } = state
      if (!anchor) publish()
      else apply('fit' in zoom ? zoom : zoomAbout(zoom.scale, anchor, view, state.natural), anchor)
    },
    fitTo: (fit: Fit, anchor: Anchor | null) => apply({ fit }, anchor),
    zoomAbout: (scale: number, anchor: Anchor | null) => {
      if (anchor && state.view) apply(zoomAbout(scale, anchor, state.view, state.natural), anchor)
    },
    /** The pending anchor, after its layout is drawn. */
    takePending: () => {
      const { pending } = state
      state.pending = null
      return pending
    },
  }
}
