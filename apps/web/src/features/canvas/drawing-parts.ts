import { lazyParts } from '../../ui/lazy'

const drawing = lazyParts(() => import('./canvas.lazy'))
export const Drawing = drawing((file) => file.Drawing)
export const Strokes = drawing((file) => file.Strokes)
