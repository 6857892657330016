//leak:pattern Unclosed channel in a range (channel iteration misuse)
//leak:source Uber; LeakProf
//leak:reported goroutineleak/blocked-receive

package cases

func init() { All["unclosed-range"] = func() { unclosedRange([]int{1, 2, 3}) } }

func unclosedRange(items []int) {
	queue := make(chan int)
	for range 2 {
		go func() {
			for item := range queue {
				_ = item
			}
		}()
	}
	for _, item := range items {
		queue <- item
	}
}
