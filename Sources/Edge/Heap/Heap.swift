internal import CMalloc

/// How the program takes memory from the system and gives it back. The library leaves that
/// to the program it is part of.
package enum Heap {
  /// To be called before anything is made.
  ///
  /// Arrays that grow take and leave pages of their own, which go back to the system at once.
  /// glibc would raise this limit to the size of the first large array that is freed: from then
  /// on arrays would grow within the heap, and what they leave there is never given back.
  ///
  /// The heap's end moves by steps. cairo takes some 300 KB at its end for every page and leaves
  /// them, which glibc would ask of the system and give back each time; 4,000 calls for a long novel.
  package static func prepare() {
    mallopt(M_MMAP_THRESHOLD, 1 << 18)
    mallopt(M_TRIM_THRESHOLD, 1 << 20)
    mallopt(M_TOP_PAD, 1 << 18)
  }

  /// To be called before a second thread is there.
  ///
  /// One heap for all threads, where glibc would give each its own: what setting and drawing have
  /// left is then free for finishing, whichever thread that is on. It takes 3 % more time of the
  /// processor than two heaps, and with many threads at work more.
  package static func shareHeap() { mallopt(M_ARENA_MAX, 1) }

  /// Gives back what a stage has left.
  package static func giveBack() { malloc_trim(0) }
}
