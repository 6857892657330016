package responsebody

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
)

type store struct {
	client *http.Client
	base   string
}

// The helper closes the body of a refusal, and nothing that of a success.
func (s *store) write(req *http.Request) error {
	resp, err := s.client.Do(req)
	if err != nil {
		return err
	}
	return refusal(resp) // want `resp\.Body, opened at line 17, stays open on this return, because refusal closes it on other paths only`
}

func refusal(resp *http.Response) error {
	if resp.StatusCode/100 == 2 {
		return nil
	}
	defer resp.Body.Close()
	msg, _ := io.ReadAll(io.LimitReader(resp.Body, 1024))
	return fmt.Errorf("%s: %s", resp.Status, msg)
}

// What follows a success returns early.
func (s *store) ping() (bool, error) {
	resp, err := s.client.Get(s.base)
	if err != nil {
		return false, err
	}
	if err := refusal(resp); err != nil {
		return false, err
	}
	return resp.StatusCode == http.StatusOK, nil // want `resp\.Body, opened at line 35, stays open on this return, because refusal closes it on other paths only`
}

// The helper closes what it has decoded, and leaves a refusal open.
func (s *store) read(v any) (string, error) {
	resp, err := s.client.Get(s.base)
	if err != nil {
		return "", err
	}
	if err := decodeBody(resp, v); err != nil {
		return "", err // want `resp\.Body, opened at line 47, stays open on this return, because decodeBody closes it on other paths only`
	}
	return resp.Header.Get("ETag"), nil
}

func decodeBody(resp *http.Response, v any) error {
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("status %s", resp.Status)
	}
	defer resp.Body.Close()
	return json.NewDecoder(resp.Body).Decode(v)
}
