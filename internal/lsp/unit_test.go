package lsp

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/lifecyclelint/lifecyclelint/internal/finding"
)

func TestURI(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		uri, path string
		windows   bool
		back      string // if it is another
	}{
		{uri: "file:///home/me/a.go", path: "/home/me/a.go"},
		{uri: "file:///with%20a%20blank/%C3%A9%25%23%3F.go", path: "/with a blank/é%#?.go"},
		{uri: "file://localhost/a.go", path: "/a.go", back: "file:///a.go"},
		{uri: "file:///C:/me/a.go", path: "C:/me/a.go", windows: true},
		{uri: "file:///c%3A/me/a%20b.go", path: "C:/me/a b.go", windows: true, back: "file:///C:/me/a%20b.go"},
		{uri: "file://server/share/a.go", path: "//server/share/a.go", windows: true},
		{uri: "untitled:Untitled-1"},
		{uri: "file://"},
		{uri: "file:///%zz"},
	} {
		path, err := parseURI(tt.uri, tt.windows)
		if path != tt.path || (err == nil) != (tt.path != "") {
			t.Errorf("%s: %q, %v", tt.uri, path, err)
		}
		want := tt.uri
		if tt.back != "" {
			want = tt.back
		}
		if back := formatURI(tt.path, tt.windows); err == nil && back != want {
			t.Errorf("%s: back as %s", tt.uri, back)
		}
	}
}

func TestPositions(t *testing.T) {
	t.Parallel()
	src := []byte("a é😀b\r\n\tc\nlast")
	for _, tt := range []struct {
		encoding string
		at       finding.Position
		want     position
	}{
		{utf8Encoding, finding.Position{Line: 1, Column: 9}, position{0, 8}},
		{utf16Encoding, finding.Position{Line: 1, Column: 9}, position{0, 5}},
		{utf16Encoding, finding.Position{Line: 2, Column: 2}, position{1, 1}},
		{utf16Encoding, finding.Position{Line: 3, Column: 5}, position{2, 4}},
		{utf16Encoding, finding.Position{Line: 3, Column: 99}, position{2, 4}},
		{utf16Encoding, finding.Position{Line: 2, Column: 99}, position{1, 2}},
		{utf16Encoding, finding.Position{Line: 99, Column: 1}, position{2, 0}},
		{utf16Encoding, finding.Position{}, position{0, 0}},
	} {
		if got := newText(src, tt.encoding).at(tt.at); got != tt.want {
			t.Errorf("%s %+v: %+v, want %+v", tt.encoding, tt.at, got, tt.want)
		}
	}
	text := newText(src, utf16Encoding)
	if got := text.span(finding.Position{Line: 1, Column: 3}, finding.Position{}); got != (span{position{0, 2}, position{0, 6}}) {
		t.Errorf("to the end of the line: %+v", got)
	}
}

// A run begins when nothing has been saved for a while, however much was before.
func TestSettled(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		wake, begun := make(chan struct{}), time.Now()
		done := make(chan bool)
		go func() { done <- settled(t.Context(), wake, time.Minute) }()
		for range 3 {
			time.Sleep(40 * time.Second)
			wake <- struct{}{}
		}
		if !<-done || time.Since(begun) != 3*time.Minute {
			t.Errorf("after %v", time.Since(begun))
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if settled(ctx, wake, time.Hour) {
			t.Error("after the end")
		}
	})
}

// Work that is outdated is cancelled, and waited for.
func TestOutdated(t *testing.T) {
	t.Parallel()
	wake := make(chan struct{}, 1)
	if outdated(t.Context(), wake, func(context.Context) {}) {
		t.Error("outdated by nothing")
	}
	ended := false
	if !outdated(t.Context(), wake, func(ctx context.Context) {
		wake <- struct{}{}
		<-ctx.Done()
		ended = true
	}) || !ended {
		t.Error("not outdated, or still at work")
	}
}

func TestUntilGone(t *testing.T) {
	t.Parallel()
	ticks := make(chan time.Time, 3)
	for range cap(ticks) {
		ticks <- time.Time{}
	}
	looks, gone := 0, 0
	untilGone(t.Context(), ticks, func() bool { looks++; return looks < 3 }, func() { gone++ })
	if looks != 3 || gone != 1 {
		t.Errorf("%d looks, gone %d times", looks, gone)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	untilGone(ended, nil, nil, nil)
}

func TestWants(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		only []string
		kind string
		want bool
	}{
		{nil, quickFix, true},
		{[]string{"quickfix"}, quickFix, true},
		{[]string{"source"}, fixAll, true},
		{[]string{"refactor", "source.fixAll"}, fixAll, true},
		{[]string{"source.fix"}, fixAll, false},
		{[]string{"source.fixAll.other"}, fixAll, false},
		{[]string{"source"}, quickFix, false},
	} {
		if got := wants(tt.only, tt.kind); got != tt.want {
			t.Errorf("%q, %s: %t", tt.only, tt.kind, got)
		}
	}
}
