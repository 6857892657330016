// Package settings holds what the file says, and loads it again when that changes.
package settings

import (
	"encoding/json"
	"os"
	"sync"
	"time"
)

// Settings are those of the service.
type Settings struct {
	Greeting string
	Limit    int
	Hosts    []string
}

// Current is replaced when the file changes.
var Current Settings

// Mode is set while the program starts.
var Mode string

// Region is set by a goroutine that Load waits for.
var Region string

// Owner is guarded by Mu.
var (
	Mu    sync.Mutex
	Owner string
)

// Load reads the file, and watches it.
func Load(path string) error {
	Mode = os.Getenv("MODE")
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		Region = os.Getenv("REGION")
	}()
	wg.Wait()
	go watch(path)
	return read(path)
}

func watch(path string) {
	for range time.Tick(time.Minute) {
		_ = read(path)
		Mu.Lock()
		Owner = os.Getenv("OWNER")
		Mu.Unlock()
	}
}

func read(path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var next Settings
	if err := json.Unmarshal(data, &next); err != nil {
		return err
	}
	Current = next
	return nil
}
