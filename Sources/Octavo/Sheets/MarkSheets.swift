internal import Cairo
internal import Imposition
internal import Pango
package import Typesetting
internal import Units

/// Draws sheets that have marks alone: for pages of another PDF, and for calibration.
package func drawMarks(_ sheets: [OutputSheet], fonts: FontSource) throws(DrawingFailure) -> [UInt8] {
  let configuration: FontConfiguration
  do { configuration = try FontConfiguration(xml: fonts.configuration, folders: fonts.folders) } catch {
    throw .fonts(error)
  }
  let marks = SheetMarks(configuration)
  let sink = ByteSink()
  guard let first = sheets.first else { return [] }
  do throws(CairoError) {
    let canvas = try Canvas.pdf(into: sink, size: first.size)
    canvas.setFixedDates()
    for sheet in sheets {
      canvas.setPageSize(sheet.size)
      try marks.draw(sheet.marks, on: canvas)
      canvas.showPage()
    }
    try canvas.finish()
  } catch { throw .cairo(error) }
  return sink.bytes
}
