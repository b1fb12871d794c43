/** Four corner ticks around a place that waits for a design or an answer. The parent needs the class
 *  `relative`. */
export function CropMarks() {
  return <span aria-hidden className="crop-marks" />
}
