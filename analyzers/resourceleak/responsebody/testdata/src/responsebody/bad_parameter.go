package responsebody

import (
	"encoding/json"
	"errors"
	"net/http"
)

type verdict struct{ Text, Error string }

// The body is closed, but not where it cannot be decoded.
func decode(resp *http.Response) (*verdict, error) {
	var a verdict
	err := json.NewDecoder(resp.Body).Decode(&a)
	if err != nil {
		return nil, err // want `resp\.Body stays open on this return: decode closes it at line 18, and not here`
	}
	err = resp.Body.Close()
	if err != nil {
		return nil, err
	}
	if a.Error != "" {
		return nil, errors.New(a.Error)
	}
	return &a, nil
}

// Its caller closes it as well.
func decodeToo(resp *http.Response) (*verdict, error) {
	var a verdict
	if err := json.NewDecoder(resp.Body).Decode(&a); err != nil {
		return nil, err
	}
	resp.Body.Close()
	return &a, nil
}

func askFor(url string) (*verdict, error) {
	resp, err := http.Get(url)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return decodeToo(resp)
}

// It is not closed here at all: the caller does that.
func peek(resp *http.Response) (*verdict, error) {
	var a verdict
	if err := json.NewDecoder(resp.Body).Decode(&a); err != nil {
		return nil, err
	}
	return &a, nil
}

type failure struct{ err error }

// The error has a type of its own.
func decodeOr(resp *http.Response) (*failure, *verdict) {
	var a verdict
	err := json.NewDecoder(resp.Body).Decode(&a)
	if err != nil {
		return &failure{err}, nil // want `resp\.Body stays open on this return: decodeOr closes it at line \d+, and not here`
	}
	if err = resp.Body.Close(); err != nil {
		return &failure{err}, nil
	}
	return nil, &a
}
