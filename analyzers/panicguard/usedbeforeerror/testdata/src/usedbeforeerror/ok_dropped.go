package usedbeforeerror

import (
	"context"
	"log"
	"net/http"
	"os"
)

// Silent: the result is tested in place of the error.
func exists(name string) bool {
	info, _ := os.Stat(name)
	return info != nil && info.Size() > 0
}

func later(name string) int64 {
	info, _ := os.Stat(name)
	if info == nil {
		return 0
	}
	return info.Size()
}

// Silent: it is passed on to what may test it.
func passed(name string) {
	info, _ := os.Stat(name)
	log.Print(info)
	sizeOf(info)
}

func sizeOf(info os.FileInfo) int64 {
	if info == nil {
		return 0
	}
	return info.Size()
}

// Silent: the text is constant.
func request() *http.Request {
	req, _ := http.NewRequest(http.MethodGet, "https://example.com/", nil)
	req.Header.Set("Accept", "text/plain")
	return req
}

// Silent: the function of the package returns a value beside its error.
func lenient(name string) int {
	r, _ := scan(name)
	return r.lines
}

// Silent: a captured variable may be tested elsewhere.
func captured(name string) func() int64 {
	info, _ := os.Stat(name)
	return func() int64 { return info.Size() }
}

// Silent: the function of the package tests what it gets.
func bright(ctx context.Context, t tracker) (*answer, error) {
	l, resp, err := t.Create(ctx, "west")
	dim(l)
	if err != nil {
		return nil, err
	}
	return resp, nil
}

func dim(l *lighthouse) bool {
	if l == nil {
		return false
	}
	return l.client == nil
}
