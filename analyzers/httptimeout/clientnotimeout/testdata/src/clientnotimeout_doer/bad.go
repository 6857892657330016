package clientnotimeout_doer

import (
	"net/http"
	"net/url"
)

type doer interface {
	Do(*http.Request) (*http.Response, error)
}

type poster interface {
	PostForm(url string, data url.Values) (*http.Response, error)
}

type weather struct{ http doer }

func newWeather(opts ...func(*weather)) *weather {
	w := &weather{}
	for _, opt := range opts {
		opt(w)
	}
	if w.http == nil {
		w.http = &http.Client{} // want `w.http.Do at line 34 never returns when the server does not respond: http.Client has no Timeout, and the request has no deadline`
	}
	return w
}

func (w *weather) today() error {
	req, err := http.NewRequest(http.MethodGet, "https://weather.example.com/today", nil)
	if err != nil {
		return err
	}
	resp, err := w.http.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func report(p poster) error {
	resp, err := p.PostForm("https://weather.example.com/report", url.Values{"sky": {"grey"}})
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func reportNow() error {
	return report(&http.Client{}) // want `p.PostForm at line 42 never returns`
}
