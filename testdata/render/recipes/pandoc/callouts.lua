-- Links to other pages lead to their HTML files.
function Link(link)
  if FORMAT:match("html") and not link.target:match("^%a[%w+.-]*:") then
    link.target = link.target:gsub("%.md$", ".html"):gsub("%.md#", ".html#")
  end
  return link
end

-- Shows the title of a callout above its text; Quarto does this itself.
function Div(div)
  local title = div.attributes.title
  if title and div.classes:find_if(function(class) return class:match("^callout%-") end) then
    div.attributes.title = nil
    local text = pandoc.utils.blocks_to_inlines(pandoc.read(title, "markdown-smart").blocks)
    div.content:insert(1, pandoc.Div(pandoc.Plain(text), { class = "callout-title" }))
    return div
  end
end
