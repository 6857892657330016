package callwithoutcontext

import (
	"context"
	"net/http"
	"os/exec"
)

type sender struct{ client *http.Client }

func (s *sender) send(r *http.Request) error {
	resp, err := s.client.Do(r)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// A method sends the request.
func (s *sender) ask(ctx context.Context, url string) error {
	r, err := http.NewRequest(http.MethodGet, url, nil) // want `http.NewRequest ignores ctx`
	if err != nil {
		return err
	}
	return s.send(r)
}

func convert(ctx context.Context, path string) error {
	cmd := exec.Command("convert", path, path+".png") // want `exec.Command ignores ctx`
	if err := cmd.Start(); err != nil {
		return err
	}
	return cmd.Wait()
}
