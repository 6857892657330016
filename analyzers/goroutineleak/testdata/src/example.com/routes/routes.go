// Package routes holds what is routed where.
package routes

import (
	"os"
	"sync"
)

var (
	mu    sync.Mutex
	table = make(map[string]string)
)

func Set(path, target string) {
	mu.Lock()
	defer mu.Unlock()
	table[path] = target
}

func Trim() { os.RemoveAll("old-routes") }

type Registry interface {
	Watch() <-chan string
	ProcessNext()
}
