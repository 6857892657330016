// Package table holds what is routed where, in memory, and reads it from outside.
package table

import (
	"log"
	"net/http"
	"os"
	"sync"
)

var (
	mu    sync.Mutex
	table map[string]string
)

func Set(t map[string]string) {
	mu.Lock()
	defer mu.Unlock()
	table = t
	log.Printf("%d routes", len(t))
}

func Load(name string) {
	data, _ := os.ReadFile(name)
	Set(map[string]string{string(data): ""})
}

func Ask(url string) {
	resp, err := http.Get(url)
	if err == nil {
		resp.Body.Close()
	}
}

func Clear(name string) { os.Remove(name) } // want Clear:"lasting"
