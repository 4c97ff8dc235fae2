internal import Libc

extension Heap {
  /// Whether so many threads can be begun beside this one; their stacks are kept for those that come.
  ///
  /// To be asked before anything is done asynchronously: where the system refuses a thread, for want of memory or by
  /// its limits, libdispatch tries again each second and never gives up (`_dispatch_root_queue_poke_slow`).
  package static func hasRoom(forThreads count: Int) -> Bool {
    let gate = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    defer { gate.deallocate() }
    sem_init(gate, 0, 0)
    var threads: [pthread_t] = []
    // what is refused may be granted soon, when other programs have ended
    var patience = 10
    while threads.count < count {
      var thread = pthread_t()
      let waits: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { gate in
        while let gate, sem_wait(gate.assumingMemoryBound(to: sem_t.self)) != 0 {}
        return nil
      }
      if pthread_create(&thread, nil, waits, gate) == 0 {
        threads.append(thread)
      } else {
        patience -= 1
        guard patience > 0 else { break }
        usleep(50_000)
      }
    }
    for _ in threads { sem_post(gate) }
    for thread in threads { pthread_join(thread, nil) }
    sem_destroy(gate)
    return threads.count == count
  }
}
