package leftopen

import (
	"net/http"

	"example.com/pictures"
)

// A method of another package opens the file, and the handler closes it on the other path.
func thumb(sp *pictures.Spool, w http.ResponseWriter, r *http.Request) {
	f, err := sp.Thumb(r.PathValue("id"))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	st, err := f.Stat()
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return // want `f, opened at line 11, stays open on this return`
	}
	defer f.Close()
	http.ServeContent(w, r, st.Name(), st.ModTime(), f)
}
