//leak:pattern NCast leak
//leak:source Uber
//leak:reported goroutineleak/blocked-send

package cases

func init() { All["ncast"] = func() { _ = fastest([]int{1, 2, 3}) } }

func fastest(replicas []int) int {
	answers := make(chan int)
	for _, replica := range replicas {
		go func() { answers <- 2 * replica }()
	}
	return <-answers
}
