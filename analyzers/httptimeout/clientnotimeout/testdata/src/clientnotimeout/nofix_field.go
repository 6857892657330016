package clientnotimeout

import "net/http"

type hooks struct{ client http.Client }

func (h *hooks) Call(url string) error {
	resp, err := h.client.Get(url) // want `h.client.Get never returns when the server does not respond: nothing sets a Timeout of h.client`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
