package waitwithoutadd

import "sync"

// Both copies are counted by Go.
func copyBoth(in, out func()) {
	var wg sync.WaitGroup
	wg.Go(func() {
		defer wg.Done() // want `panic when the counter of wg becomes negative: wg.Go \(line 8\) calls Done itself`
		in()
	})
	wg.Go(func() {
		out()
		wg.Done() // want `panic when the counter of wg becomes negative: wg.Go \(line 12\) calls Done itself`
	})
	wg.Wait()
}
