//leak:pattern Channel kept in a map
//leak:source Uber, out of reach of static tools
//leak:silent elements of maps and slices have no identity here: any of them may be the one that is received from

package cases

func init() { All["channel-in-map"] = channelInMap }

func channelInMap() {
	waiting := map[string]chan int{"a": make(chan int)}
	go func() { waiting["a"] <- 1 }()
	delete(waiting, "b")
}
