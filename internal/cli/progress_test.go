package cli

import (
	"bytes"
	"testing"
	"testing/synctest"
	"time"
)

// Nothing is said of a run that is shorter than an interval, one line after each.
func TestLines(t *testing.T) {
	t.Setenv(intervalVariable, "")
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		p := newProgress(&out, false)
		time.Sleep(interval - 1)
		p.Total(3)
		p.Done()
		p.Unit("example.com/m/a", time.Second, false)
		synctest.Wait()
		if out.Len() > 0 {
			t.Errorf("a short run says %q", out.String())
		}
		time.Sleep(1)
		synctest.Wait()
		p.Done()
		p.Total(1) // of another build
		time.Sleep(interval)
		synctest.Wait()
		p.Phase("trying 12 fixes")
		p.Total(2)
		p.Done()
		time.Sleep(interval)
		synctest.Wait()
		clearProgress(p)
		want := "lifecyclelint: analyzed 1 of 3 packages\nlifecyclelint: analyzed 2 of 4 packages\n" +
			"lifecyclelint: trying 12 fixes: analyzed 1 of 2 packages\n"
		if out.String() != want {
			t.Errorf("got %q, want %q", out.String(), want)
		}
	})
}

// Before the packages come those that they need, of which a run may have hundreds.
func TestLinesBeforeTheFirst(t *testing.T) {
	t.Setenv(intervalVariable, "")
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		p := newProgress(&out, false)
		p.Total(3)
		time.Sleep(interval)
		synctest.Wait()
		clearProgress(p)
		if want := "lifecyclelint: analyzing the dependencies of 3 packages\n"; out.String() != want {
			t.Errorf("got %q, want %q", out.String(), want)
		}
	})
}

func TestLinesWhileLoading(t *testing.T) {
	t.Setenv(intervalVariable, "")
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		p := newProgress(&out, false)
		time.Sleep(interval)
		synctest.Wait()
		clearProgress(p)
		if want := "lifecyclelint: loading packages\n"; out.String() != want {
			t.Errorf("got %q, want %q", out.String(), want)
		}
	})
}

func TestVerboseLines(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	p := startLines(&out, true, nil, func() {})
	p.Unit("example.com/m/a", 1234*time.Millisecond, false)
	p.Unit("example.com/m/b [example.com/m/b.test]", 5600*time.Microsecond, true)
	clearProgress(p)
	want := "lifecyclelint: example.com/m/a: analyzed in 1.23s\n" +
		"lifecyclelint: example.com/m/b [example.com/m/b.test]: cached, was analyzed in 6ms\n"
	if out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}
