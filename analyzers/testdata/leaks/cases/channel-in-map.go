//leak:pattern Channel kept in a map
//leak:source Uber, out of reach of static tools
//leak:reported goroutineleak/blocked-send
//leak:unfixed which receive is missing is not known

package cases

func init() { All["channel-in-map"] = channelInMap }

func channelInMap() {
	waiting := map[string]chan int{"a": make(chan int)}
	delete(waiting, "b")
	go func() { waiting["a"] <- 1 }()
}
