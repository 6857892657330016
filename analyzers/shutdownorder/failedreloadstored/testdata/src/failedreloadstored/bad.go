package failedreloadstored

import (
	"encoding/json"
	"log"
	"os"
	"sync"
	"sync/atomic"
)

type tariff map[string]int

func read(path string) (tariff, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	t := tariff{}
	return t, json.Unmarshal(b, &t)
}

type counter struct {
	tariff atomic.Pointer[tariff]
}

func (c *counter) reload(path string) {
	t, err := read(path)
	if err != nil {
		log.Printf("tariff: %v", err)
	}
	c.tariff.Store(&t) // want `what is in use is replaced by what read returns with an error: t is stored though the error is only logged \(line 28\)`
}

type desk struct {
	mu     sync.Mutex
	tariff tariff
}

func (d *desk) refresh(path string) error {
	t, err := read(path)
	if err != nil {
		log.Print(err)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.tariff = t // want `what is in use is replaced by what read returns with an error`
	return nil
}

func (c *counter) follow(paths <-chan string) {
	for path := range paths {
		t, err := read(path)
		if err != nil {
			log.Print(err)
		}
		c.tariff.Store(&t) // want `what is in use is replaced by what read returns with an error`
	}
}
