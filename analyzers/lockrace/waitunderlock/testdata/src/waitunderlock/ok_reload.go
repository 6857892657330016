package waitunderlock

import (
	"io"
	"net/http"
	"sync"
)

// A templates fetches all that the configuration names at each load.
type templates struct {
	mu     sync.Mutex
	client *http.Client
	list   []template
	byName map[string]string
}

type template struct{ name, url string }

// Nope. The lock lets one load run at a time, all of which do the same.
func (t *templates) load() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, each := range t.list {
		resp, err := t.client.Get(each.url)
		if err != nil {
			return err
		}
		text, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err != nil {
			return err
		}
		t.byName[each.name] = string(text)
	}
	return nil
}
