package deferinloop

import (
	"io"
	"mime/multipart"
)

// The files of one upload are needed together, and are few.
func attach(form *multipart.Form, add func(string, io.Reader)) error {
	for _, header := range form.File["attachment"] {
		f, err := header.Open()
		if err != nil {
			return err
		}
		defer f.Close() // want `f\.Close runs when the function returns: what each pass of the loop at line \d+ opens stays open until then`
		add(header.Filename, f)
	}
	return nil
}
