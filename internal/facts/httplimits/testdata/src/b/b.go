package b

import (
	"a"
	"net/http"
)

func NewClient() *http.Client { return a.NewClient() } // want NewClient:"returns unlimited net/http.Client"

func NewServer() *http.Server { return a.Later(nil) }

func Token() *http.Client { // want Token:"returns unlimited net/http.Client"
	return &http.Client{Transport: a.Wrapped(&http.Transport{MaxIdleConns: 10}, "secret")}
}

func Basic() *http.Client { return &http.Client{Transport: &a.Basic{}} } // want Basic:"returns unlimited net/http.Client"

func Own() *http.Client { // want Own:"returns unlimited net/http.Client"
	t := a.Tokens{Base: http.DefaultTransport}
	return t.Client()
}

func OwnLimited() *http.Client {
	t := a.Tokens{Base: &http.Transport{ResponseHeaderTimeout: 1}}
	return t.Client()
}

func Timed() *http.Client { return &http.Client{Transport: &a.Timed{Base: http.DefaultTransport}} }

func TimedBase() *http.Client { return &http.Client{Transport: &a.Basic{Transport: &a.Timed{}}} }

func Traced() *http.Client { // want Traced:"returns unlimited net/http.Client"
	c := &http.Client{}
	c.Transport = &a.Tokens{Base: c.Transport}
	return c
}

func given(t *http.Transport) *http.Client { return &http.Client{Transport: a.Wrapped(t, "")} }

func Given() *http.Client { return given(&http.Transport{}) } // want Given:"returns unlimited net/http.Client"
