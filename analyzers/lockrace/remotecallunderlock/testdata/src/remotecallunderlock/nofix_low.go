package remotecallunderlock

import (
	"encoding/json"
	"net/http"
	"sync"
	"time"
)

type token struct {
	mu     sync.Mutex
	value  string
	expiry time.Time
}

// Who needs the token waits for it in any case.
func (t *token) get() (string, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if time.Now().Before(t.expiry) {
		return t.value, nil
	}
	resp, err := http.Get("http://auth/token") // want `token\.invalidate blocks`
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	var answer struct{ Token string }
	if err := json.NewDecoder(resp.Body).Decode(&answer); err != nil {
		return "", err
	}
	t.value = answer.Token
	t.expiry = time.Now().Add(time.Hour)
	return t.value, nil
}

func (t *token) invalidate() {
	t.mu.Lock()
	t.value = ""
	t.mu.Unlock()
}
