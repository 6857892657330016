// Again has goroutines that start themselves again after a pause, one that goes through a
// tree, and one that the start-up ends.
package main

import (
	"net/http"
	"sync"
	"time"
)

type node struct{ children []*node }

func main() {
	go clean(true)
	measure()
	prepare()
	var wg sync.WaitGroup
	walk(new(node), &wg)
	_ = http.ListenAndServe(":80", nil)
}

func clean(periodic bool) {
	println("cleaned")
	if periodic {
		time.Sleep(time.Hour)
		go clean(true)
	}
}

func measure() {
	go func() {
		println("measured")
		time.Sleep(time.Minute)
		measure()
	}()
}

// prepare shows that it works.
func prepare() {
	ready := false
	go func() {
		for !ready {
			print(".")
			time.Sleep(time.Second)
		}
	}()
	println("prepared")
	ready = true
}

func walk(n *node, wg *sync.WaitGroup) {
	for _, c := range n.children {
		wg.Add(1)
		go func() {
			defer wg.Done()
			walk(c, wg)
		}()
	}
}
