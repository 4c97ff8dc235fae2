internal import CPlatform

/// How the program takes memory from the system and gives it back. The library leaves that
/// to the program it is part of.
package enum Allocator {
  /// To be called before anything is made.
  ///
  /// Arrays that grow take and leave pages of their own, which go back to the system at once.
  /// glibc would raise this limit to the size of the first large array that is freed: from then
  /// on arrays would grow within the heap, and what they leave there is never given back.
  ///
  /// The heap's end moves by steps. cairo takes some 300 KB at its end for every page and leaves
  /// them, which glibc would ask of the system and give back each time; 4,000 calls for a long novel.
  package static func prepare() {
    octavo_heap_prepare(1 << 18, 1 << 20, 1 << 18)
  }

  /// To be called before a second thread is there.
  ///
  /// One heap for all threads, where glibc would give each its own: what setting and drawing have
  /// left is then free for finishing, whichever thread that is on. It takes 3 % more time of the
  /// processor than two heaps, and with many threads at work more.
  package static func shareHeap() { octavo_heap_share() }

  /// Gives back what a stage has left.
  package static func giveBack() { octavo_heap_give_back() }
}
