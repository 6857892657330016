package clientnotimeout_zero

import (
	"context"
	"net/http"
	"time"
)

type Settings struct {
	URL     string        `json:"url"`
	Timeout time.Duration `json:"timeout"`
}

type hooks struct {
	settings Settings
	client   http.Client
}

func newHooks(settings Settings) *hooks {
	return &hooks{settings: settings, client: http.Client{Timeout: settings.Timeout}} // want `h.client.Do \(line 29\) never returns when the server does not respond, unless settings.Timeout is set: zero is no limit`
}

// Send calls the hook.
func (h *hooks) Send(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, h.settings.URL, nil)
	if err != nil {
		return err
	}
	resp, err := h.client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
