package check

import (
	"testing"
	"testing/fstest"
)

func TestUnfixed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ page, want string }{
		{"Text.\n\n## Fix\n\nClose it with `os.File`'s method. There is no fix for `smtp.Dial`, which\nhas no limit. Use another.\n", "There is no fix for `smtp.Dial`, which has no limit."},
		{"Text.\n\n## Fix\n\nNone: it depends on the database. More.\n\n## Next\n\nNone.\n", "None: it depends on the database."},
		{"Text.\n\n## Fix\n\n`defer f.Close()`.\n", "No edit of one file is known to be right here."},
	} {
		pages := fstest.MapFS{"someslug.md": {Data: []byte(c.page)}}
		if got := (&Check{Slug: "some-slug", Pages: pages}).Unfixed(); got != c.want {
			t.Errorf("Unfixed() = %q, want %q", got, c.want)
		}
	}
}
