package check

import (
	"io/fs"
	"strings"
	"unicode"
)

// Unfixed says in a sentence why a finding of the check may have no fix: what the Fix section of its page says of
// that, or that no edit of one file is known to be right.
func (c *Check) Unfixed() string {
	text, _ := fs.ReadFile(c.Pages, c.Word()+".md") // a page that cannot be read says nothing
	_, section, _ := strings.Cut(string(text), "\n## Fix\n")
	section, _, _ = strings.Cut(section, "\n## ")
	for _, s := range sentences(strings.Join(strings.Fields(section), " ")) {
		if strings.Contains(s, "no fix") || strings.HasPrefix(s, "There is none") || strings.HasPrefix(s, "None") {
			return s
		}
	}
	return "No edit of one file is known to be right here."
}

// sentences splits a text behind the full stops that end one.
func sentences(text string) (list []string) {
	from := 0
	for i, r := range text {
		if i > 1 && text[i-2:i] == ". " && unicode.IsUpper(r) {
			list = append(list, text[from:i-1])
			from = i
		}
	}
	return append(list, text[from:])
}
