package leftopen

import (
	"net/http"
	"os"

	"example.com/pictures"
)

func okThumb(sp *pictures.Spool, w http.ResponseWriter, r *http.Request) {
	f, err := sp.Thumb(r.PathValue("id"))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	http.ServeContent(w, r, st.Name(), st.ModTime(), f)
}

// The spool keeps it, and no function here closes it.
func okLatest(sp *pictures.Spool) (int64, error) {
	f, err := sp.Latest()
	if err != nil {
		return 0, err
	}
	st, err := f.Stat()
	if err != nil {
		return 0, err
	}
	return st.Size(), nil
}

// The caller gets it where nothing fails.
func okReturned(sp *pictures.Spool, id string) (*os.File, error) {
	f, err := sp.Thumb(id)
	if err != nil {
		return nil, err
	}
	if _, err := f.Stat(); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}
