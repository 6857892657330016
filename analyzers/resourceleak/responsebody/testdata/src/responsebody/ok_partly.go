package responsebody

import (
	"encoding/json"
	"net/http"
)

// The helper closes a refusal, and the caller the rest.
func (s *store) okRest(v any) error {
	resp, err := s.client.Get(s.base)
	if err != nil {
		return err
	}
	if err := refusal(resp); err != nil {
		return err
	}
	defer resp.Body.Close()
	return json.NewDecoder(resp.Body).Decode(v)
}

// The caller closes what the helper has left open.
func (s *store) okFailed(v any) error {
	resp, err := s.client.Get(s.base)
	if err != nil {
		return err
	}
	if err := decodeBody(resp, v); err != nil {
		resp.Body.Close()
		return err
	}
	return nil
}

// The helper closes it unless there is none.
func (s *store) okNone() error {
	resp, err := s.client.Get(s.base)
	if err != nil {
		return err
	}
	return closeResponse(resp)
}

func closeResponse(resp *http.Response) error {
	if resp == nil || resp.Body == nil {
		return nil
	}
	return resp.Body.Close()
}

// The helper returns what the caller closes, and closes it where it returns nothing.
func (s *store) okReturned() (*http.Response, error) {
	resp, err := s.client.Get(s.base)
	if err != nil {
		return nil, err
	}
	return accepted(resp)
}

func accepted(resp *http.Response) (*http.Response, error) {
	if err := refusal(resp); err != nil {
		return nil, err
	}
	return resp, nil
}

// The helper returns the error of closing: whether it leaves the body open does not depend on that.
func (s *store) okMode(keep bool) error {
	resp, err := s.client.Get(s.base)
	if err != nil {
		return err
	}
	return s.closeUnless(resp, keep)
}

func (s *store) closeUnless(resp *http.Response, keep bool) error {
	if keep {
		return nil
	}
	return resp.Body.Close()
}
