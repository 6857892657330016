// Package mailer sends mail through the email plugin.
package mailer

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
)

// Message is a mail to everybody in an audience.
type Message struct {
	Audience string `json:"to"`
	Subject  string `json:"subject"`
	Body     string `json:"body"`
}

// Mailer is safe for concurrent use.
type Mailer struct {
	url    string
	client *http.Client
}

// New returns a mailer for the email plugin at baseURL.
func New(baseURL string, client *http.Client) *Mailer {
	return &Mailer{url: baseURL + "/send", client: client}
}

// Send returns once the plugin has taken the message.
func (m *Mailer) Send(ctx context.Context, msg Message) error {
	body, err := json.Marshal(msg)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, m.url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := m.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusAccepted {
		return fmt.Errorf("email plugin answered %s", resp.Status)
	}
	return nil
}
