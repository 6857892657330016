package clientnotimeout

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
)

// The answer is a stream of events: a limit would cut it.
func events(address string) error {
	resp, err := http.Get(address) // want `http\.Get never returns when address accepts and does not respond: the call has no timeout`
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	for lines := bufio.NewScanner(resp.Body); lines.Scan(); {
		fmt.Println(lines.Text())
	}
	return nil
}

// What comes is handed on piece by piece.
func follow(w http.ResponseWriter, url string) error {
	resp, err := http.Get(url) // want `http\.Get never returns when url accepts and does not respond: the call has no timeout`
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	w.WriteHeader(http.StatusOK)
	if flusher, ok := w.(http.Flusher); ok {
		flusher.Flush()
	}
	_, err = io.Copy(w, resp.Body)
	return err
}

// Who gets the body reads it for as long as it lasts.
type camera struct {
	from io.Reader
	id   string
}

func dial(address string) (*camera, error) {
	resp, err := http.Get(address) // want `http\.Get never returns when address accepts and does not respond: the call has no timeout`
	if err != nil {
		return nil, err
	}
	return watch(resp.Body)
}

func watch(r io.Reader) (*camera, error) {
	return &camera{from: r, id: "front"}, nil
}

// What is sent is still being made.
func upload(url string, write func(io.Writer) error) error {
	r, w := io.Pipe()
	go func() { w.CloseWithError(write(w)) }()
	req, err := http.NewRequest(http.MethodPut, url, r)
	if err != nil {
		return err
	}
	client := &http.Client{} // want `client\.Do at line \d+ never returns when the server does not respond`
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
