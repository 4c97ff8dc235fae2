internal import Synchronization

/// How far a piece of work has come, told while it goes on, and the means to stop it.
///
/// Make one, hand it to the work, then wait for reports or give a function to call:
///
///     let progress = Progress { report in print(report.fraction) }
///     let pdf = try await makePDF(of: book, progress: progress)
///
/// or, in another task, `for await report in progress { … }`. Reports that come faster
/// than they are taken are dropped, the newest stays; the sequence ends with the work.
/// One `Progress` is for one piece of work.
public final class Progress: AsyncSequence, Sendable {
  /// What is being done.
  public enum Stage: String, Sendable, CaseIterable {
    case settingLines = "setting lines"
    case drawing = "drawing"
    case finishing = "finishing"
  }

  public struct Report: Sendable, Equatable {
    /// From 0 to 1; never falls.
    public var fraction: Double
    public var stage: Stage
    /// Pages laid out, or drawn, by now.
    public var pagesDone: Int
    /// Pages in all; nil while that is not known.
    public var pageCount: Int?
  }

  public typealias Element = Report
  public typealias Failure = Never
  public typealias AsyncIterator = AsyncStream<Report>.Iterator

  private struct State {
    var last: Report?
    var isCancelled = false
    var isDone = false
    var listeners: [AsyncStream<Report>.Continuation] = []
  }
  private let state = Mutex(State())
  private let callback: (@Sendable (Report) -> Void)?

  /// - Parameter callback: called with every report, on whatever thread the work runs.
  public init(_ callback: (@Sendable (Report) -> Void)? = nil) { self.callback = callback }

  /// The newest report; nil before the first.
  public var last: Report? { state.withLock { $0.last } }

  /// Asks the work to stop: it throws its `cancelled` error at the next chapter or page.
  public func cancel() { state.withLock { $0.isCancelled = true } }

  /// Whether to stop: `cancel()` was called or the task that asks was cancelled.
  public var isCancelled: Bool { Task.isCancelled || state.withLock { $0.isCancelled } }

  public func makeAsyncIterator() -> AsyncStream<Report>.Iterator {
    let (stream, listener) = AsyncStream.makeStream(of: Report.self, bufferingPolicy: .bufferingNewest(1))
    state.withLock { state in
      if let last = state.last { listener.yield(last) }
      if state.isDone { listener.finish() } else { state.listeners.append(listener) }
    }
    return stream.makeAsyncIterator()
  }

  /// Tells how far the work has come. For work of your own, too.
  public func report(_ fraction: Double, _ stage: Stage, pagesDone: Int, pageCount: Int?) {
    let report = state.withLock { state in
      let fraction = Swift.max(Swift.min(fraction.isFinite ? fraction : 0, 1), state.last?.fraction ?? 0)
      let report = Report(fraction: fraction, stage: stage, pagesDone: pagesDone, pageCount: pageCount)
      state.last = report
      for listener in state.listeners { listener.yield(report) }
      return report
    }
    callback?(report)
  }

  /// Ends the sequence of reports: the work is done, or stopped.
  public func finish() {
    let listeners = state.withLock { state in
      state.isDone = true
      defer { state.listeners = [] }
      return state.listeners
    }
    for listener in listeners { listener.finish() }
  }
}
