package clientnotimeout

import (
	"context"
	"net/http"
	"time"
)

type keyed struct{ client http.Client }

func newKeyed() *keyed { return &keyed{client: http.Client{Timeout: time.Second}} }

func (k *keyed) get(url string) (*http.Response, error) { return k.client.Get(url) }

type placed struct{ client http.Client }

func newPlaced() *placed { return &placed{http.Client{Timeout: time.Second}} }

func (k *placed) get(url string) (*http.Response, error) { return k.client.Get(url) }

type set struct{ client http.Client }

func newSet() *set {
	s := &set{}
	s.client.Timeout = time.Second
	return s
}

func (k *set) get(url string) (*http.Response, error) { return k.client.Get(url) }

type handedOn struct{ client http.Client }

func newHandedOn(configure func(*http.Client)) *handedOn {
	l := &handedOn{}
	configure(&l.client)
	return l
}

func (k *handedOn) get(url string) (*http.Response, error) { return k.client.Get(url) }

type bounded struct{ client http.Client }

func (b *bounded) get(url string) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return b.client.Do(req)
}
